-- Edited by hand: the functions.
-- What is compared to find the same written differently: lower case, without accents, signs and the endings of streets.
CREATE FUNCTION match_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(search_key(value), 'str(asse|\.)?(?![a-z])', 'str', 'g'), '[^[:alnum:]]+', '', 'g');
--> statement-breakpoint
-- The same as with three arguments; the values say more about what happened.
CREATE FUNCTION record_event(event text, kind text, of_id integer, event_values jsonb)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  name constant text := history_name(kind, of_id);
BEGIN
  INSERT INTO history_changes (entry_id, record_kind, record_id, record_name, user_id, what, new_values)
  VALUES (history_entry(event, kind, of_id, name), kind, of_id, name,
          CASE WHEN kind = 'user' THEN of_id END, event, event_values);
END $$;
--> statement-breakpoint
CREATE TABLE "set_aside_findings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "set_aside_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"record_id" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"set_aside_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "set_aside_findings_unique" UNIQUE("kind","record_id")
);
--> statement-breakpoint
ALTER TABLE "condos" ADD COLUMN "address_match" text GENERATED ALWAYS AS (match_text("address") || ' ' || match_text("zip_code") || ' ' || match_text("city")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_match" text GENERATED ALWAYS AS (nullif(match_text("first_name"), '') || ' ' || nullif(match_text("last_name"), '')) STORED;--> statement-breakpoint
ALTER TABLE "set_aside_findings" ADD CONSTRAINT "set_aside_findings_set_aside_by_users_id_fk" FOREIGN KEY ("set_aside_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_name_match_idx" ON "users" USING btree ("name_match","id") WHERE "users"."is_active";