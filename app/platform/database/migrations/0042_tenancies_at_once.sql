-- stop
-- Edited by hand: times are compared after a statement instead of row by row, so that one statement may shift the day between two
-- of them. The release before could go on, but a constraint that is made again counts as dropped.
ALTER TABLE "user_condo_associations" DROP CONSTRAINT "associations_once";--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD CONSTRAINT "associations_once" EXCLUDE USING gist (
  "user_id" WITH =, "condo_id" WITH =, coalesce("apartment_id", 0) WITH =, "role" WITH =,
  daterange("since", "until", '[]') WITH &&) DEFERRABLE INITIALLY IMMEDIATE;
