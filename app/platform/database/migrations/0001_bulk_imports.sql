CREATE TABLE "bulk_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"idempotency_key" text,
	"rows_hash" text NOT NULL,
	"file_name" text,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_count" integer NOT NULL,
	"record_ids" integer[] NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	"removed_count" integer,
	CONSTRAINT "bulk_imports_type_check" CHECK ("bulk_imports"."type" in ('condo', 'apartment', 'user_invite'))
);
--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD CONSTRAINT "bulk_imports_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_imports_key" ON "bulk_imports" USING btree ("created_by","idempotency_key") WHERE "bulk_imports"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "bulk_imports_created_at_idx" ON "bulk_imports" USING btree ("created_at");