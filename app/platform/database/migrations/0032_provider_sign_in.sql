-- expand
CREATE TABLE "identities" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_sign_ins" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"page" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"code_hash" text,
	"subject" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "provider_sign_ins_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identities_subject_idx" ON "identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "identities_user_id_idx" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "provider_sign_ins_expires_at_idx" ON "provider_sign_ins" USING btree ("expires_at");
--> statement-breakpoint
-- Written by hand, as in 0027; the tokens of 0030 had none.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['api_tokens', 'identities', 'provider_sign_ins'] LOOP
    EXECUTE format(
      'CREATE OR REPLACE TRIGGER require_schema_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
         FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION require_schema_version()', name);
  END LOOP;
END $$;
