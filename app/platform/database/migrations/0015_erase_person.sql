ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
-- Edited by hand from here on. The same as before, but for people who were erased.
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
                  THEN row_values->>'email'
                  ELSE concat_ws(' ', row_values->>'first_name', row_values->>'last_name')
                       || ' (' || (row_values->>'email') || ')' END;
    WHEN 'association' THEN
      RETURN concat_ws(', ', history_name('user', (row_values->>'user_id')::int),
                       (SELECT apartment_number FROM apartments WHERE id = (row_values->>'apartment_id')::int),
                       (SELECT name FROM condos WHERE id = (row_values->>'condo_id')::int));
    ELSE RETURN row_values->>'email';
  END CASE;
END $$;
--> statement-breakpoint
-- The values of these fields, where they had one, become {"erased": true}; all others stay.
CREATE FUNCTION erase_values(stored jsonb, fields text[])
RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg(key, CASE WHEN key = ANY (fields) AND value <> 'null' THEN '{"erased": true}' ELSE value END)
    FROM jsonb_each(stored);
$$;
--> statement-breakpoint
-- Takes a person out of the history: who and which field stay, names and values go. Besides ageing the only change of
-- the history, and only for a person whose account has been erased in the same or an earlier transaction.
CREATE FUNCTION erase_from_history(person integer, person_email text, fields text[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased constant text := history_name('user', person);
  -- "Anna Muster (anna@example.com), 4.02, Seeblick" or "anna@example.com".
  named constant text := '^(.* \()?' || regexp_replace(person_email, '([^[:alnum:]])', '\\\1', 'g') || '\)?(?=$|, )';
BEGIN
  IF NOT EXISTS (SELECT FROM users WHERE id = person AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'User % is not erased', person;
  END IF;
  UPDATE history_changes
     SET record_name = CASE record_kind WHEN 'invitation' THEN erased
                                        ELSE regexp_replace(record_name, named, erased, 'i') END,
         old_values = erase_values(old_values, fields), new_values = erase_values(new_values, fields)
   WHERE user_id = person
      OR (record_kind = 'invitation'
          AND lower(person_email) IN (lower(record_name), lower(old_values->>'email'), lower(new_values->>'email')));
  UPDATE history_entries e
     SET actor_name = regexp_replace(actor_name, named, erased, 'i'),
         record_name = regexp_replace(record_name, named, erased, 'i')
   WHERE search_text LIKE search_pattern(person_email)
     AND (record_kind IS DISTINCT FROM 'association'
          OR EXISTS (SELECT FROM history_changes c WHERE c.entry_id = e.id AND c.user_id = person));
END $$;
