-- expand
ALTER TABLE "invitations" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "administrator_invitations" ADD COLUMN "language" text;