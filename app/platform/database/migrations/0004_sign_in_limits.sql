-- What was counted in the last quarter of an hour starts again: its keys were made another way.
DELETE FROM "rate_limits";--> statement-breakpoint
ALTER TABLE "rate_limits" ALTER COLUMN "key" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "rate_limits" ALTER COLUMN "points" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD COLUMN "expires_at" timestamp with time zone NOT NULL;--> statement-breakpoint
CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "rate_limits" DROP COLUMN "expire";