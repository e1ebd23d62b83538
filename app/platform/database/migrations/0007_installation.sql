CREATE TABLE "installation" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "installation_only_row_check" CHECK ("installation"."only_row")
);
