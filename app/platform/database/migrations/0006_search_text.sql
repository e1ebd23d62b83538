-- Edited by hand: search_key() compares as contract/search-text.ts does in the browser and in imports.
CREATE OR REPLACE FUNCTION search_key(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(
    replace(replace(replace(replace(
      lower(regexp_replace(normalize(value, NFKD),
                           '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')
            COLLATE "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðħıς', 'olddhiσ');
--> statement-breakpoint
DROP FUNCTION f_unaccent(text);
--> statement-breakpoint
-- Generated columns are computed again when a column they are made of is written.
UPDATE "condos" SET "name" = "name", "city" = "city", "state" = "state", "zip_code" = "zip_code", "country" = "country";
--> statement-breakpoint
UPDATE "apartments" SET "apartment_number" = "apartment_number";
--> statement-breakpoint
UPDATE "users" SET "email" = "email";
