-- stop
-- Edited by hand: the key is deferrable. The release before could not read the new action of the history, would open a merged
-- account again without this column, and erase one of two accounts.
ALTER TABLE "users" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_merged_into_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action DEFERRABLE;--> statement-breakpoint
CREATE INDEX "users_merged_into_idx" ON "users" USING btree ("merged_into") WHERE "users"."merged_into" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_merged_check" CHECK ("users"."merged_into" is null or not "users"."is_active");