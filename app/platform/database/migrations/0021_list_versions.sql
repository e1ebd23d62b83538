CREATE TABLE "table_changes" (
	"table_name" text NOT NULL,
	"mark" bigint DEFAULT hashtextextended(gen_random_uuid()::text, 0) NOT NULL
);
--> statement-breakpoint
-- Edited by hand from here on. A row for each statement that changes a table which lists are read from; with the rights of
-- the tables' owner, whoever makes the change.
INSERT INTO table_changes (table_name)
VALUES ('users'), ('condos'), ('apartments'), ('user_condo_associations'), ('invitations');
--> statement-breakpoint
CREATE FUNCTION record_table_change()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO table_changes (table_name) VALUES (TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION record_table_change();
--> statement-breakpoint
CREATE TRIGGER condos_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON condos
  FOR EACH STATEMENT EXECUTE FUNCTION record_table_change();
--> statement-breakpoint
CREATE TRIGGER apartments_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON apartments
  FOR EACH STATEMENT EXECUTE FUNCTION record_table_change();
--> statement-breakpoint
CREATE TRIGGER user_condo_associations_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON user_condo_associations
  FOR EACH STATEMENT EXECUTE FUNCTION record_table_change();
--> statement-breakpoint
CREATE TRIGGER invitations_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON invitations
  FOR EACH STATEMENT EXECUTE FUNCTION record_table_change();
