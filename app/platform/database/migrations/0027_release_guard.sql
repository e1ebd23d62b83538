-- expand
-- Written by hand. A process names its schema version in application_name; whoever names none may write, but for
-- releases that named none. Releases before this one are called "condo-admin".
CREATE FUNCTION require_schema_version()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
  name constant text := current_setting('application_name');
BEGIN
  IF name ~ '^condo-admin( |$)'
     AND split_part(name, ' ', 2) <> (SELECT count(*) FROM drizzle.__drizzle_migrations)::text THEN
    RAISE EXCEPTION 'This process is of another release than the schema' USING ERRCODE = 'CA001';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'users', 'user_blocks', 'condos', 'apartments', 'user_condo_associations', 'invitations', 'invitation_links',
    'sessions', 'password_links', 'authenticators', 'recovery_codes', 'passkeys', 'passkey_challenges',
    'administrator_invitations', 'administrator_links', 'rate_limits', 'bulk_imports', 'bulk_runs',
    'history_entries', 'history_changes', 'history_start', 'failed_sign_ins', 'mail_queue', 'orphaned_images',
    'installation', 'job_runs', 'set_aside_findings', 'table_changes'
  ] LOOP
    EXECUTE format(
      'CREATE TRIGGER require_schema_version BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
         FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION require_schema_version()', name);
  END LOOP;
END $$;
