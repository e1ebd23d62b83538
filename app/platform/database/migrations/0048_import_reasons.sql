-- expand
ALTER TABLE "bulk_imports" ADD COLUMN "reason" text;
