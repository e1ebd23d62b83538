-- expand
-- Edited by hand: the functions and the updates. Two keys of a text, as app/fields/search-text.ts has them in the browser
-- and in imports. In plpgsql each step is computed once; names are qualified, since a restore has no search_path. One collation
-- for all: PostgreSQL keeps 32 compiled patterns, each of one collation.
CREATE FUNCTION equal_key(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  given constant text COLLATE "C" := value;
BEGIN
  IF given ~ '^[\x1f!-_a-~]+(?: [\x1f!-_a-~]+)*$' THEN
    RETURN lower(given);
  END IF;
  RETURN normalize(lower(btrim(regexp_replace(translate(
      normalize(regexp_replace(given,
        '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]', '', 'g'), NFC),
      U&'`\00b4\02b9\02bb\02bc\02bd\02be\02bf\02c8\02ca\02cb\055a\2018\2019\201b\2032\2035\a78c\ff07\02d7\2010\2011\2012\2013\2014\2015\2043\2212\fe31\fe32\fe58\fe63\ff0d',
      repeat('''', 19) || repeat('-', 14)),
    '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ') COLLATE "und-x-icu"), NFC);
END $$;
--> statement-breakpoint
-- An equal key without accents.
CREATE FUNCTION plain_key(equal text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  given constant text COLLATE "C" := equal;
BEGIN
  IF given ~ '^[\x1f!-_a-~]+(?: [\x1f!-_a-~]+)*$' THEN
    RETURN given;
  END IF;
  RETURN translate(
    replace(replace(replace(replace(
      lower(regexp_replace(normalize(given, NFKD),
                           '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')
            COLLATE "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðħıς', 'olddhiσ');
END $$;
--> statement-breakpoint
-- A plain key with its short forms in full: "bahnhofstrasse 5" for "bahnhofstr. 5".
CREATE FUNCTION full_key(plain text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text COLLATE "C" := plain;
BEGIN
  IF words !~ '\.|str(?![a-z])|(?<![^ \x1f(/,''-])(?:s(?:te?|kt|ankt|ainte?|ant?|anta|anto)|strada|ave?|bl?d|blvd|boul|bvd|ch|chem|pl|place|rte|pzz?a|vle)(?![a-z0-9])' THEN
    RETURN words;
  END IF;
  words := regexp_replace(words, 'str(?:\. *|(?![a-z]))', 'strasse ', 'g');
  IF strpos(words, '.') > 0 THEN
    words := regexp_replace(words, '(?<=[a-z])pl\. *(?![a-z])', 'platz ', 'g');
    words := regexp_replace(words, '(?<=[a-z]{3})g\. *(?![a-z])', 'gasse ', 'g');
    words := regexp_replace(words, '(?<=[a-z]{3})w\. *(?![a-z])', 'weg ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])r\. *', 'rue ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])v\. *(?!le)', 'via ', 'g');
  END IF;
  words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:s(?=\.)|st|ste|skt|sankt|saint|sainte|san|sant|santa|santo)(?:[.'' -]+|(?![a-z0-9]))', 'sankt ', 'g');
  words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:strada)(?:\. *|(?![a-z0-9.-]))', 'strasse ', 'g');
  IF words ~ '(?<![^ \x1f(/,''-])(?:av|b|ch|pl|rte|p\.?z|v\.?l)' THEN
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:ave?)(?:\. *|(?![a-z0-9.-]))', 'avenue ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:bd|bld|blvd|boul|bvd)(?:\. *|(?![a-z0-9.-]))', 'boulevard ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:ch|chem)(?:\. *|(?![a-z0-9.-]))', 'chemin ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:pl|place)(?:\. *|(?![a-z0-9.-]))', 'platz ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:rte)(?:\. *|(?![a-z0-9.-]))', 'route ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:p\.?zz?a)(?:\. *|(?![a-z0-9.-]))', 'piazza ', 'g');
    words := regexp_replace(words, '(?<![^ \x1f(/,''-])(?:v\.?le)(?:\. *|(?![a-z0-9.-]))', 'viale ', 'g');
  END IF;
  RETURN btrim(regexp_replace(words, ' +', ' ', 'g'), ' ');
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_key(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  low constant text COLLATE "C" := lower(value COLLATE "C");
  equal text COLLATE "C";
  plain text COLLATE "C";
  long text COLLATE "C";
  short text COLLATE "C";
BEGIN
  -- Most texts have one form: no letter beyond ASCII, no short form, no "ue".
  IF low ~ '^[\x1f!-_a-~]+(?: [\x1f!-_a-~]+)*$' AND low !~ '[aou]e|\.|str(?![a-z])|(?<![^ \x1f(/,''-])(?:s(?:te?|kt|ankt|ainte?|ant?|anta|anto)|strada|ave?|bl?d|blvd|boul|bvd|ch|chem|pl|place|rte|pzz?a|vle)(?![a-z0-9])' THEN
    RETURN low;
  END IF;
  equal := public.equal_key(value);
  plain := public.plain_key(equal);
  long := public.full_key(
    CASE WHEN plain = equal THEN plain
         ELSE public.plain_key(replace(replace(replace(equal, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) END);
  short :=
    CASE WHEN plain ~ '[aou]e' THEN public.full_key(regexp_replace(plain, '([aou])e', '\1', 'g'))
         WHEN plain = equal THEN long
         ELSE public.full_key(plain) END;
  RETURN plain
    || CASE WHEN long = plain THEN '' ELSE ' ' || long END
    || CASE WHEN short IN (plain, long) THEN '' ELSE ' ' || short END;
END $$;
--> statement-breakpoint
-- Of the release before.
CREATE OR REPLACE FUNCTION search_pattern(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN '%' || regexp_replace(plain_key(equal_key(value)), '([\\%_])', '\\\1', 'g') || '%';
--> statement-breakpoint
CREATE OR REPLACE FUNCTION match_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(regexp_replace(plain_key(equal_key(value)), 'str(asse|\.)?(?![a-z])', 'str', 'g'), '[^[:alnum:]]+', '', 'g');
--> statement-breakpoint
-- Generated columns are computed again when a column they are made of is written.
UPDATE "condos" SET "name" = "name", "city" = "city", "state" = "state", "zip_code" = "zip_code", "country" = "country"
 WHERE ("search_text", "city_search", "state_search", "zip_code_search", "country_search") IS DISTINCT FROM
       (search_key("name" || E'\x1f' || "address"), search_key("city"), search_key("state"), search_key("zip_code"), search_key("country"));
--> statement-breakpoint
UPDATE "apartments" SET "apartment_number" = "apartment_number"
 WHERE "search_text" <> search_key("apartment_number");
--> statement-breakpoint
UPDATE "users" SET "email" = "email"
 WHERE "search_text" <> search_key("email" || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", ''));
--> statement-breakpoint
UPDATE "history_entries" SET "record_name" = "record_name"
 WHERE "search_text" <> search_key(coalesce("record_name", '') || E'\x1f' || coalesce("actor_name", ''));
--> statement-breakpoint
CREATE INDEX "apartments_equal_idx" ON "apartments" USING btree ("condo_id",equal_key("apartment_number"));--> statement-breakpoint
CREATE INDEX "condos_order_idx" ON "condos" USING btree ("name" collate "natural_order","id");--> statement-breakpoint
CREATE INDEX "condos_equal_idx" ON "condos" USING btree (equal_key("name"),equal_key("zip_code"));--> statement-breakpoint
CREATE INDEX "condos_place_search_idx" ON "condos" USING gin ("city_search" gin_trgm_ops,"zip_code_search" gin_trgm_ops);
