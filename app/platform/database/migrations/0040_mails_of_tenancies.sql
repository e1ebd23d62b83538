-- stop
ALTER TABLE "mail_queue" DROP CONSTRAINT "mail_queue_one_subject_check";--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "association_id" integer;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_association_id_user_condo_associations_id_fk" FOREIGN KEY ("association_id") REFERENCES "public"."user_condo_associations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_association_id_unique" UNIQUE("association_id");--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_one_subject_check" CHECK (num_nonnulls("mail_queue"."invitation_id", "mail_queue"."administrator_invitation_id", "mail_queue"."reset_user_id", "mail_queue"."association_id") = 1);