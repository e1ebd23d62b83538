-- stop
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_mail_state_check";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_mail_state_check" CHECK ("invitations"."mail_state" in ('queued', 'sent', 'failed', 'none'));