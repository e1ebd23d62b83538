-- Written by hand: invitations to become an administrator have a history of their own.
CREATE OR REPLACE FUNCTION history_name(kind text, record_id integer)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'condo' THEN RETURN (SELECT name FROM condos WHERE id = record_id);
    WHEN 'apartment' THEN RETURN (SELECT history_name(kind, to_jsonb(t)) FROM apartments t WHERE id = record_id);
    WHEN 'user' THEN RETURN (SELECT history_name(kind, to_jsonb(t)) FROM users t WHERE id = record_id);
    WHEN 'association' THEN
      RETURN (SELECT history_name(kind, to_jsonb(t)) FROM user_condo_associations t WHERE id = record_id);
    WHEN 'administrator_invitation' THEN RETURN (SELECT email FROM administrator_invitations WHERE id = record_id);
    ELSE RETURN (SELECT email FROM invitations WHERE id = record_id);
  END CASE;
END $$;
--> statement-breakpoint
-- The same as before, but also in the history of these invitations.
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
                            ELSE regexp_replace(record_name, named, erased, 'i') END,
         old_values = erase_values(old_values, fields), new_values = erase_values(new_values, fields)
   WHERE user_id = person
      OR (record_kind = ANY (by_email)
          AND lower(person_email) IN (lower(record_name), lower(old_values->>'email'), lower(new_values->>'email')));
  UPDATE history_entries e
     SET actor_name = regexp_replace(actor_name, named, erased, 'i'),
         record_name = regexp_replace(record_name, named, erased, 'i')
   WHERE search_text LIKE search_pattern(person_email)
     AND (record_kind IS DISTINCT FROM 'association'
          OR EXISTS (SELECT FROM history_changes c WHERE c.entry_id = e.id AND c.user_id = person));
END $$;
