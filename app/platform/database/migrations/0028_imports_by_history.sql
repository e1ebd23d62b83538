-- expand
ALTER TABLE "bulk_imports" ALTER COLUMN "record_ids" SET DEFAULT '{}';--> statement-breakpoint
CREATE INDEX "history_entries_import_idx" ON "history_entries" USING btree ("import_id") WHERE "history_entries"."import_id" is not null;
--> statement-breakpoint
-- Written by hand. The history has what an import changed, and what has aged out there is not kept here either.
UPDATE "bulk_imports" SET "changes" = NULL WHERE "changes" IS NOT NULL;
