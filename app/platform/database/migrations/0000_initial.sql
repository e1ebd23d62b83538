-- Edited by hand: extensions, functions and the collation that the schema builds on.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- Numbers inside a text sort as numbers: 2 before 10.
CREATE COLLATION IF NOT EXISTS natural_order (provider = icu, locale = 'und-u-kn-true');
--> statement-breakpoint
-- unaccent() is only "stable" because its dictionary could change; ours does not, and indexes and generated columns
-- want "immutable". Bodies after RETURN are bound when the function is made, so no search_path can change them.
CREATE FUNCTION f_unaccent(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN unaccent('unaccent'::regdictionary, normalize(value, NFC));
--> statement-breakpoint
-- What a search compares: lower case, without accents.
CREATE FUNCTION search_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(f_unaccent(value) COLLATE "und-x-icu");
--> statement-breakpoint
-- LIKE pattern for "contains this text". Escaped after unaccent(), which turns a full-width percent sign into "%".
CREATE FUNCTION search_pattern(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(search_key(value), '([\\%_])', '\\\1', 'g') || '%';
--> statement-breakpoint
CREATE TABLE "apartments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "apartments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"condo_id" integer NOT NULL,
	"apartment_number" text COLLATE "natural_order" NOT NULL,
	"floor_number" integer,
	"bedrooms" numeric(12, 1),
	"bathrooms" numeric(12, 1),
	"sqmt" numeric(13, 2),
	"parking_spot_number" text,
	"notes" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_key("apartment_number")) STORED NOT NULL,
	CONSTRAINT "apartments_condo_id_id_key" UNIQUE("condo_id","id")
);
--> statement-breakpoint
CREATE TABLE "condos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "condos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text COLLATE "und-x-icu" NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip_code" text NOT NULL,
	"country" text NOT NULL,
	"website" text,
	"description" text,
	"date_built" date,
	"number_of_units" integer,
	"image_name" text,
	"flag_name" text,
	"country_flag_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_key("name" || E'\x1f' || "address")) STORED NOT NULL,
	"city_key" text GENERATED ALWAYS AS (search_key("city")) STORED NOT NULL,
	"state_key" text GENERATED ALWAYS AS (search_key("state")) STORED NOT NULL,
	"zip_code_key" text GENERATED ALWAYS AS (search_key("zip_code")) STORED NOT NULL,
	"country_key" text GENERATED ALWAYS AS (search_key("country")) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"invitation_id" integer,
	"expires_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"role" text NOT NULL,
	"condo_id" integer NOT NULL,
	"apartment_id" integer,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"invited_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mail_state" text DEFAULT 'queued' NOT NULL,
	"mail_detail" text,
	"mail_updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_role_check" CHECK ("invitations"."role" in ('building_manager', 'owner', 'renter')),
	CONSTRAINT "invitations_status_check" CHECK ("invitations"."status" in ('pending', 'accepted')),
	CONSTRAINT "invitations_mail_state_check" CHECK ("invitations"."mail_state" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "mail_queue" (
	"invitation_id" integer PRIMARY KEY NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claim" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_blocks" (
	"block" integer PRIMARY KEY NOT NULL,
	"users" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_condo_associations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_condo_associations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"condo_id" integer NOT NULL,
	"apartment_id" integer,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "associations_key" UNIQUE NULLS NOT DISTINCT("user_id","condo_id","apartment_id"),
	CONSTRAINT "associations_role_check" CHECK ("user_condo_associations"."role" in ('super_admin', 'building_manager', 'owner', 'renter'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"profile_picture" text,
	"password_hash" text,
	"is_superuser" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (search_key("email" || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", ''))) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apartments" ADD CONSTRAINT "apartments_condo_id_condos_id_fk" FOREIGN KEY ("condo_id") REFERENCES "public"."condos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_links" ADD CONSTRAINT "invitation_links_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_condo_id_condos_id_fk" FOREIGN KEY ("condo_id") REFERENCES "public"."condos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_apartment_fk" FOREIGN KEY ("condo_id","apartment_id") REFERENCES "public"."apartments"("condo_id","id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "mail_queue" ADD CONSTRAINT "mail_queue_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD CONSTRAINT "user_condo_associations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD CONSTRAINT "user_condo_associations_condo_id_condos_id_fk" FOREIGN KEY ("condo_id") REFERENCES "public"."condos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_condo_associations" ADD CONSTRAINT "associations_apartment_fk" FOREIGN KEY ("condo_id","apartment_id") REFERENCES "public"."apartments"("condo_id","id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "apartments_number_key" ON "apartments" USING btree ("condo_id",lower("apartment_number"));--> statement-breakpoint
CREATE INDEX "apartments_order_idx" ON "apartments" USING btree ("condo_id","apartment_number","id");--> statement-breakpoint
CREATE INDEX "apartments_created_at_idx" ON "apartments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "apartments_search_idx" ON "apartments" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "condos_name_idx" ON "condos" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "condos_created_at_idx" ON "condos" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "condos_search_idx" ON "condos" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invitation_links_invitation_idx" ON "invitation_links" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "invitation_links_expires_at_idx" ON "invitation_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_pending_key" ON "invitations" USING btree (lower("email"),"condo_id",coalesce("apartment_id", 0)) WHERE "invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_pending_idx" ON "invitations" USING btree ("created_at","id") WHERE "invitations"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invitations_condo_id_idx" ON "invitations" USING btree ("condo_id","apartment_id");--> statement-breakpoint
CREATE INDEX "mail_queue_next_attempt_idx" ON "mail_queue" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_created_at_idx" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "associations_condo_id_idx" ON "user_condo_associations" USING btree ("condo_id","apartment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_superuser_idx" ON "users" USING btree ("id") WHERE "users"."is_superuser";
--> statement-breakpoint
-- Edited by hand: keeps user_blocks true, whoever writes users.
CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_blocks AS b (block, users)
      SELECT id >> 10, count(*) FROM changed GROUP BY 1 ORDER BY 1
      ON CONFLICT (block) DO UPDATE SET users = b.users + excluded.users;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE user_blocks b SET users = b.users - c.users
      FROM (SELECT id >> 10 AS block, count(*) AS users FROM changed GROUP BY 1) c
      WHERE b.block = c.block;
  ELSE
    DELETE FROM user_blocks;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_inserted AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE TRIGGER users_deleted AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
--> statement-breakpoint
CREATE TRIGGER users_truncated AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();
