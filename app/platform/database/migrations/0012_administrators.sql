CREATE TABLE "administrator_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "administrator_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"invited_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mail_state" text,
	"mail_detail" text,
	"mail_updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "administrator_invitations_mail_state_check" CHECK ("administrator_invitations"."mail_state" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "administrator_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"invitation_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_queue" DROP CONSTRAINT "mail_queue_pkey";--> statement-breakpoint
ALTER TABLE "mail_queue" ALTER COLUMN "invitation_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "id" integer PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "mail_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "mail_queue" ADD COLUMN "administrator_invitation_id" integer;--> statement-breakpoint
ALTER TABLE "administrator_invitations" ADD CONSTRAINT "administrator_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "administrator_links" ADD CONSTRAINT "administrator_links_invitation_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."administrator_invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "administrator_invitations_pending_unique" ON "administrator_invitations" USING btree (lower("email")) WHERE "administrator_invitations"."accepted_at" is null;--> statement-breakpoint
CREATE INDEX "administrator_invitations_invited_by_idx" ON "administrator_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "administrator_invitations_expires_at_idx" ON "administrator_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "administrator_links_invitation_idx" ON "administrator_links" USING btree ("invitation_id");--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_administrator_invitation_fk" FOREIGN KEY ("administrator_invitation_id") REFERENCES "public"."administrator_invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_invitation_id_unique" UNIQUE("invitation_id");--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_administrator_invitation_id_unique" UNIQUE("administrator_invitation_id");--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_one_subject_check" CHECK (num_nonnulls("mail_queue"."invitation_id", "mail_queue"."administrator_invitation_id") = 1);