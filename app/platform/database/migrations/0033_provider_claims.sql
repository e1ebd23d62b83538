-- expand
ALTER TABLE "identities" ADD COLUMN "claim" text;--> statement-breakpoint
ALTER TABLE "provider_sign_ins" ADD COLUMN "claims" jsonb;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "identity_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_identity_id_identities_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identities"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_identity_id_idx" ON "sessions" USING btree ("identity_id");