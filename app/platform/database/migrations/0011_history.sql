CREATE TABLE "failed_sign_ins" (
	"user_id" integer,
	"address" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "failed_sign_ins_unique" UNIQUE NULLS NOT DISTINCT("hour","user_id","address")
);
--> statement-breakpoint
CREATE TABLE "history_changes" (
	"entry_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "history_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record_kind" text NOT NULL,
	"record_id" integer,
	"record_ids" integer[],
	"record_name" text,
	"user_id" integer,
	"what" text NOT NULL,
	"old_values" jsonb,
	"new_values" jsonb,
	CONSTRAINT "history_changes_entry_id_id_pk" PRIMARY KEY("entry_id","id")
);
--> statement-breakpoint
CREATE TABLE "history_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" integer,
	"actor_name" text,
	"action" text NOT NULL,
	"request_id" text,
	"record_kind" text,
	"record_id" integer,
	"record_name" text,
	"import_id" integer,
	"search_text" text GENERATED ALWAYS AS (search_key(coalesce("record_name", '') || E'\x1f' || coalesce("actor_name", ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history_start" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "history_start_only_row_check" CHECK ("history_start"."only_row")
);
--> statement-breakpoint
ALTER TABLE "failed_sign_ins" ADD CONSTRAINT "failed_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_changes" ADD CONSTRAINT "history_changes_entry_id_history_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."history_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "failed_sign_ins_user_id_idx" ON "failed_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "history_changes_record_idx" ON "history_changes" USING btree ("record_kind","record_id","entry_id");--> statement-breakpoint
CREATE INDEX "history_changes_user_idx" ON "history_changes" USING btree ("user_id","entry_id") WHERE "history_changes"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "history_changes_records_idx" ON "history_changes" USING gin ("record_ids") WHERE "history_changes"."record_ids" is not null;--> statement-breakpoint
CREATE INDEX "history_entries_at_idx" ON "history_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "history_entries_actor_idx" ON "history_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "history_entries_kind_idx" ON "history_entries" USING btree ("record_kind","at","id");--> statement-breakpoint
CREATE INDEX "history_entries_actor_kind_idx" ON "history_entries" USING btree ("actor_id","record_kind","at","id");--> statement-breakpoint
CREATE INDEX "history_entries_search_idx" ON "history_entries" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
-- Edited by hand from here on. The functions run with the rights of the tables' owner, so that the role of the panel
-- needs no right to write the history (docs/deploy.md).
INSERT INTO history_start DEFAULT VALUES;
--> statement-breakpoint
-- The entry of this transaction, made at its first change. The API says who and why in the setting
-- condo_admin.change, which lasts as long as the transaction (db/record-change.ts).
CREATE FUNCTION history_entry(of_action text, of_kind text, of_id integer, of_name text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  entry bigint := nullif(current_setting('condo_admin.entry', true), '')::bigint;
  change jsonb;
BEGIN
  IF entry IS NOT NULL THEN RETURN entry; END IF;
  change := coalesce(
    nullif(current_setting('condo_admin.change', true), '')::jsonb,
    jsonb_build_object('actor_kind', 'database', 'actor_name', session_user));
  INSERT INTO history_entries
    (actor_kind, actor_id, actor_name, action, request_id, record_kind, record_id, record_name)
  VALUES (
    change->>'actor_kind', (change->>'actor_id')::int,
    coalesce(change->>'actor_name', history_name('user', (change->>'actor_id')::int)),
    coalesce(change->>'action', of_action), change->>'request_id',
    coalesce(change->>'record_kind', of_kind),
    CASE WHEN change ? 'record_kind' THEN (change->>'record_id')::int ELSE of_id END,
    CASE WHEN change ? 'record_kind' THEN change->>'record_name' ELSE of_name END)
  RETURNING id INTO entry;
  PERFORM set_config('condo_admin.entry', entry::text, true);
  RETURN entry;
END $$;
--> statement-breakpoint
-- The name of a record in an entry. An apartment's and an association's include those that they belong to.
CREATE FUNCTION history_name(kind text, row_values jsonb)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'condo' THEN RETURN row_values->>'name';
    WHEN 'apartment' THEN
      RETURN concat_ws(', ', row_values->>'apartment_number',
                       (SELECT name FROM condos WHERE id = (row_values->>'condo_id')::int));
    WHEN 'user' THEN
      RETURN CASE WHEN coalesce(row_values->>'first_name', row_values->>'last_name', '') = ''
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
-- The same of a record that still exists; null for one that does not.
CREATE FUNCTION history_name(kind text, record_id integer)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  CASE kind
    WHEN 'condo' THEN RETURN (SELECT name FROM condos WHERE id = record_id);
    WHEN 'apartment' THEN RETURN (SELECT history_name(kind, to_jsonb(t)) FROM apartments t WHERE id = record_id);
    WHEN 'user' THEN RETURN (SELECT history_name(kind, to_jsonb(t)) FROM users t WHERE id = record_id);
    WHEN 'association' THEN
      RETURN (SELECT history_name(kind, to_jsonb(t)) FROM user_condo_associations t WHERE id = record_id);
    ELSE RETURN (SELECT email FROM invitations WHERE id = record_id);
  END CASE;
END $$;
--> statement-breakpoint
-- Names an entry after the record that the API says it is about, when that record is recorded.
CREATE FUNCTION name_history_entry(of_kind text)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE history_entries e SET record_name = c.record_name
    FROM history_changes c
   WHERE e.id = nullif(current_setting('condo_admin.entry', true), '')::bigint
     AND e.record_name IS NULL AND e.record_kind = of_kind
     AND c.entry_id = e.id AND c.record_kind = e.record_kind AND c.record_id = e.record_id;
$$;
--> statement-breakpoint
-- What happened to a record without changing its fields: it was sent again, its user signed in.
CREATE FUNCTION record_event(event text, kind text, of_id integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  name constant text := history_name(kind, of_id);
BEGIN
  INSERT INTO history_changes (entry_id, record_kind, record_id, record_name, user_id, what)
  VALUES (history_entry(event, kind, of_id, name), kind, of_id, name,
          CASE WHEN kind = 'user' THEN of_id END, event);
END $$;
--> statement-breakpoint
-- The import that the entry of this transaction is about; an undo that removes nothing has one too.
CREATE FUNCTION link_history_to_import(import integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  entry constant bigint := history_entry('changed', NULL, NULL, NULL);
BEGIN
  UPDATE history_entries SET import_id = import WHERE id = entry;
END $$;
--> statement-breakpoint
-- The trigger of every recorded table. Its arguments are derived from the contract's field tables
-- (db/history-triggers.server.ts): the kind of record, the column with the person that it concerns, the columns whose
-- changes are recorded, and those that are stored with them when a record is created or deleted.
CREATE FUNCTION record_history()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kind constant text := TG_ARGV[0];
  person constant text := TG_ARGV[1];
  compared constant text[] := string_to_array(TG_ARGV[2], ',');
  stored constant text[] := compared || string_to_array(TG_ARGV[3], ',');
  total bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT count(*) INTO total FROM new_rows;
    IF total = 0 THEN RETURN NULL; END IF;
    IF total > 1 THEN
      INSERT INTO history_changes (entry_id, record_kind, what, record_ids)
      SELECT history_entry('created', kind, NULL, NULL), kind, 'created', array_agg(id) FROM new_rows;
      RETURN NULL;
    END IF;
    INSERT INTO history_changes
      (entry_id, record_kind, record_id, record_name, user_id, what, new_values)
    SELECT history_entry('created', kind, id, name), kind, id, name, (r->>person)::int, 'created',
           (SELECT jsonb_object_agg(c, r->c) FROM unnest(stored) c WHERE r->>c IS NOT NULL)
      FROM (SELECT n.id, to_jsonb(n) AS r, history_name(kind, to_jsonb(n)) AS name FROM new_rows n) t;
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
