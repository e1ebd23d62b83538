-- stop
-- Edited by hand: the index of the column that is made again, and the functions. The release before expects an e-mail address of
-- every person.
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_key(coalesce("email", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '') || coalesce(' ' || "phone" || ' ' || regexp_replace("phone", '\D', '', 'g'), ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "since" date;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_user_id_idx" ON "invitations" USING btree ("user_id") WHERE "invitations"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "users_by_email_desc_idx" ON "users" USING btree ("email" collate "und-x-icu" desc nulls last,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_check" CHECK ("users"."email" is not null or ("users"."password_hash" is null and not "users"."is_superuser"));--> statement-breakpoint
-- The name of a record, also of a person without an e-mail address.
CREATE OR REPLACE FUNCTION history_name(kind text, row_values jsonb)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'condo' THEN RETURN row_values->>'name';
    WHEN 'apartment' THEN
      RETURN concat_ws(', ', row_values->>'apartment_number',
                       (SELECT name FROM condos WHERE id = (row_values->>'condo_id')::int));
    WHEN 'user' THEN
      RETURN CASE WHEN row_values->>'erased_at' IS NOT NULL
                  THEN 'Erased person #' || (row_values->>'id')
                  WHEN coalesce(row_values->>'first_name', row_values->>'last_name', '') = ''
                  THEN coalesce(row_values->>'email', 'Person #' || (row_values->>'id'))
                  ELSE concat_ws(' ', row_values->>'first_name', row_values->>'last_name')
                       || coalesce(' (' || (row_values->>'email') || ')', '') END;
    WHEN 'association' THEN
      RETURN concat_ws(', ', history_name('user', (row_values->>'user_id')::int),
                       (SELECT apartment_number FROM apartments WHERE id = (row_values->>'apartment_id')::int),
                       (SELECT name FROM condos WHERE id = (row_values->>'condo_id')::int));
    ELSE RETURN row_values->>'email';
  END CASE;
END $$;
--> statement-breakpoint
-- The same as before, but also for a person who has or had no e-mail address, and the invitations to their own account.
CREATE OR REPLACE FUNCTION erase_from_history(person integer, person_email text, fields text[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased constant text := history_name('user', person);
  -- "Anna Muster (anna@example.com), 4.02, Seeblick" or "anna@example.com".
  named constant text := '^(.* \()?' || regexp_replace(person_email, '([^[:alnum:]])', '\\\1', 'g') || '\)?(?=$|, )';
  by_email constant text[] := '{invitation,administrator_invitation}';
BEGIN
  IF NOT EXISTS (SELECT FROM users WHERE id = person AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'User % is not erased', person;
  END IF;
  UPDATE history_changes
     SET record_name = CASE WHEN record_kind = ANY (by_email) THEN erased
                            ELSE coalesce(regexp_replace(record_name, named, erased, 'i'), record_name) END,
         old_values = erase_values(old_values, fields), new_values = erase_values(new_values, fields)
   WHERE user_id = person
      OR (record_kind = ANY (by_email)
          AND lower(person_email) IN (lower(record_name), lower(old_values->>'email'), lower(new_values->>'email')));
  -- A name without an address cannot be told from the place that follows it, so that both go.
  UPDATE history_changes SET record_name = erased
   WHERE user_id = person AND NOT starts_with(record_name, erased);
  UPDATE history_entries
     SET actor_name = regexp_replace(actor_name, named, erased, 'i'),
         record_name = regexp_replace(record_name, named, erased, 'i')
   WHERE search_text LIKE search_pattern(person_email);
  UPDATE history_entries e SET record_name = c.record_name
    FROM history_changes c
   WHERE c.user_id = person AND c.entry_id = e.id AND c.record_kind = e.record_kind
     AND c.record_id = e.record_id AND NOT starts_with(e.record_name, erased);
END $$;
