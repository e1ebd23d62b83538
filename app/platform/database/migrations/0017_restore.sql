ALTER TABLE "invitation_links" DROP CONSTRAINT "invitation_links_invitation_id_invitations_id_fk";
--> statement-breakpoint
-- Edited by hand from here on: what a restore brings back is recorded one by one, as "restored".
CREATE OR REPLACE FUNCTION record_history()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kind constant text := TG_ARGV[0];
  person constant text := TG_ARGV[1];
  compared constant text[] := string_to_array(TG_ARGV[2], ',');
  stored constant text[] := compared || string_to_array(TG_ARGV[3], ',');
  is_restored constant boolean := coalesce(
    nullif(current_setting('condo_admin.change', true), '')::jsonb->>'action' = 'restored', false);
  total bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT count(*) INTO total FROM new_rows;
    IF total = 0 THEN RETURN NULL; END IF;
    IF total > 1 AND NOT is_restored THEN
      INSERT INTO history_changes (entry_id, record_kind, what, record_ids)
      SELECT history_entry('created', kind, NULL, NULL), kind, 'created', array_agg(id) FROM new_rows;
      RETURN NULL;
    END IF;
    INSERT INTO history_changes
      (entry_id, record_kind, record_id, record_name, user_id, what, new_values)
    SELECT history_entry('created', kind, id, name), kind, id, name, (r->>person)::int,
           CASE WHEN is_restored THEN 'restored' ELSE 'created' END,
           (SELECT jsonb_object_agg(c, r->c) FROM unnest(stored) c WHERE r->>c IS NOT NULL)
      FROM (SELECT n.id, to_jsonb(n) AS r, history_name(kind, to_jsonb(n)) AS name FROM new_rows n
             OFFSET 0) t;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO history_changes
      (entry_id, record_kind, record_id, record_name, user_id, what, old_values)
    SELECT history_entry('deleted', kind, id, name), kind, id, name, (r->>person)::int, 'deleted',
           (SELECT jsonb_object_agg(c, r->c) FROM unnest(stored) c WHERE r->>c IS NOT NULL)
      FROM (SELECT o.id, to_jsonb(o) AS r, history_name(kind, to_jsonb(o)) AS name FROM old_rows o
             OFFSET 0) t;
  ELSE
    INSERT INTO history_changes
      (entry_id, record_kind, record_id, record_name, user_id, what, old_values, new_values)
    SELECT history_entry('changed', kind, id, name), kind, id, name, (r->>person)::int, 'changed',
           old_values, new_values
      FROM (SELECT t.id, t.r, history_name(kind, t.r) AS name, d.old_values, d.new_values
              FROM (SELECT n.id, to_jsonb(o) AS before, to_jsonb(n) AS r
                      FROM new_rows n JOIN old_rows o USING (id)) t
             CROSS JOIN LATERAL (
               SELECT jsonb_object_agg(c, t.before->c) AS old_values,
                      jsonb_object_agg(c, t.r->c) AS new_values
                 FROM unnest(compared) c WHERE t.before->c IS DISTINCT FROM t.r->c) d
             WHERE d.old_values IS NOT NULL
            OFFSET 0) changed;
  END IF;
  PERFORM name_history_entry(kind);
  RETURN NULL;
END $$;
