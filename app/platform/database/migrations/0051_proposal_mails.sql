-- stop
ALTER TABLE "mail_queue" DROP CONSTRAINT "mail_queue_one_subject_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proposal_mails" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proposal_mail_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "proposals_user_id" integer;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_proposals_user_id_users_id_fk" FOREIGN KEY ("proposals_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_proposals_user_id_unique" UNIQUE("proposals_user_id");--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_one_subject_check" CHECK (num_nonnulls("mail_queue"."invitation_id", "mail_queue"."administrator_invitation_id", "mail_queue"."reset_user_id", "mail_queue"."association_id", "mail_queue"."proposals_user_id") = 1);
