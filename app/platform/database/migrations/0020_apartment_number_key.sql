-- The number of an apartment is compared after a statement instead of row by row, so that one statement may swap numbers.
DROP INDEX "apartments_number_unique";--> statement-breakpoint
ALTER TABLE "apartments" ADD COLUMN "number_key" text COLLATE "natural_order" GENERATED ALWAYS AS (lower("apartment_number")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "apartments" ADD CONSTRAINT "apartments_number_unique" UNIQUE("condo_id","number_key") DEFERRABLE INITIALLY IMMEDIATE;
