-- expand
ALTER TABLE "invitations" ADD COLUMN "reminders" integer DEFAULT 0 NOT NULL;
