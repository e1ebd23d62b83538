-- Names an entry after the record that the API says it is about, when that record is recorded. Most entries have their
-- name already: those are left without a statement, which PostgreSQL would plan at each call.
CREATE OR REPLACE FUNCTION name_history_entry(of_kind text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  change constant jsonb := nullif(current_setting('condo_admin.change', true), '')::jsonb;
BEGIN
  IF change->>'record_kind' IS DISTINCT FROM of_kind OR change->>'record_name' IS NOT NULL THEN
    RETURN;
  END IF;
  UPDATE history_entries e SET record_name = c.record_name
    FROM history_changes c
   WHERE e.id = nullif(current_setting('condo_admin.entry', true), '')::bigint
     AND e.record_name IS NULL AND e.record_kind = of_kind
     AND c.entry_id = e.id AND c.record_kind = e.record_kind AND c.record_id = e.record_id;
END $$;
