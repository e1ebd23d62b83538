-- stop
-- Edited by hand: the extension and the constraint. The release before inserts by the unique constraint that goes.
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "user_condo_associations" DROP CONSTRAINT "associations_unique";--> statement-breakpoint
DROP INDEX "condos_name_idx";--> statement-breakpoint
DROP INDEX "associations_residents_idx";--> statement-breakpoint
DROP INDEX "associations_managers_idx";--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD COLUMN "since" date;--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD COLUMN "until" date;--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD COLUMN "reported_on" date;--> statement-breakpoint
CREATE INDEX "associations_user_id_idx" ON "user_condo_associations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "associations_residents_idx" ON "user_condo_associations" USING btree ("apartment_id","since","until") WHERE "user_condo_associations"."role" in ('owner', 'renter');--> statement-breakpoint
CREATE INDEX "associations_managers_idx" ON "user_condo_associations" USING btree ("condo_id","since","until") WHERE "user_condo_associations"."role" = 'building_manager';--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD CONSTRAINT "associations_days_check" CHECK ("user_condo_associations"."since" <= "user_condo_associations"."until");--> statement-breakpoint
-- Nobody has the same role in the same home twice at a time. An unknown beginning or end is open.
ALTER TABLE "user_condo_associations" ADD CONSTRAINT "associations_once" EXCLUDE USING gist (
  "user_id" WITH =, "condo_id" WITH =, coalesce("apartment_id", 0) WITH =, "role" WITH =,
  daterange("since", "until", '[]') WITH &&);
