ALTER TABLE "bulk_imports" ADD COLUMN "changed_count" integer;--> statement-breakpoint
ALTER TABLE "bulk_imports" ADD COLUMN "changes" jsonb;