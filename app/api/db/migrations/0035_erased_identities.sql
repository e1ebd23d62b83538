-- expand
CREATE TABLE "erased_identities" (
	"name_hash" text PRIMARY KEY NOT NULL
);

