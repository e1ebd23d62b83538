CREATE TABLE "unused_pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unused_pictures_due_at_idx" ON "unused_pictures" USING btree ("due_at");