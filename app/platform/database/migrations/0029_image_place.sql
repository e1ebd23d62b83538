-- expand
ALTER TABLE "installation" ADD COLUMN "image_place" text;