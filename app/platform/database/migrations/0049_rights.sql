-- expand
ALTER TABLE "users" ADD COLUMN "rights" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "administrator_invitations" ADD COLUMN "rights" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD COLUMN "personal_data" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_rights_check" CHECK ("users"."rights" in ('all', 'propose', 'look'));
