-- expand
-- Written by hand. The same as before, but also where the person acted on somebody else's association.
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
  UPDATE history_entries
     SET actor_name = regexp_replace(actor_name, named, erased, 'i'),
         record_name = regexp_replace(record_name, named, erased, 'i')
   WHERE search_text LIKE search_pattern(person_email);
END $$;
