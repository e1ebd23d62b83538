ALTER TABLE "mail_queue" DROP CONSTRAINT "mail_queue_one_subject_check";--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "reset_user_id" integer;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_reset_user_id_users_id_fk" FOREIGN KEY ("reset_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_reset_user_id_unique" UNIQUE("reset_user_id");--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_one_subject_check" CHECK (num_nonnulls("mail_queue"."invitation_id", "mail_queue"."administrator_invitation_id", "mail_queue"."reset_user_id") = 1);