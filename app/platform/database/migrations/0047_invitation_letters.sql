-- stop
ALTER TABLE "invitations" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "invitation_links" ADD COLUMN "kind" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending_user_unique" ON "invitations" USING btree ("user_id","condo_id",coalesce("apartment_id", 0)) WHERE "invitations"."status" = 'pending' and "invitations"."email" is null;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_email_check" CHECK ("invitations"."email" is not null or "invitations"."user_id" is not null);