import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fieldsOf } from '../app/fields/reading.ts';
import { SENTENCES, VALUE_LABELS, withNumbers } from '../app/language/sentences.ts';
import { textId } from '../app/language/texts.ts';

const FOLDER = fileURLToPath(new URL('../app/language/locales', import.meta.url));
/** The catalogues' addresses by language; `virtual:catalogues` has their contents, for the server. */
const LANGUAGES = '\0virtual:languages';
/** The bundler calls this plugin only for these modules. */
const VIRTUAL = /^virtual:(?:languages|catalogues)$/;
const RESOLVED = /^\0virtual:(?:languages|catalogues)$/;

interface Asset {
  address: string;
  content: string;
}

/** A catalogue in two files. The page does not wait for the second, which has the API's sentences. */
interface Catalogue {
  page: Asset;
  sentences: Asset;
}

const SENTENCE_TEXTS: ReadonlySet<string> = new Set([
  ...Object.values(SENTENCES).map(withNumbers),
  ...Object.values(VALUE_LABELS),
]);

/**
 * Emits each catalogue of app/language/locales as a file with short ids, whose URL changes with its
 * content. Pages contain the URL of their catalogue, so that it loads with the page. The server has the
 * contents too.
 */
export function languagesPlugin(folder = FOLDER): Plugin {
  const readCatalogues = () => cataloguesIn(folder);
  const readAssets = () => readCatalogues().flatMap(([, { page, sentences }]) => [page, sentences]);
  return {
    name: 'languages',
    resolveId: { filter: { id: VIRTUAL }, handler: (id) => `\0${id}` },
    load: { filter: { id: RESOLVED }, handler: (id) => loadLanguages(id, readCatalogues()) },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { address, content } of readAssets()) {
        this.emitFile({ type: 'asset', fileName: address.slice(1), source: content });
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const asset = readAssets().find(({ address }) => address === request.url);
        if (!asset) return next();
        response.setHeader('content-type', 'application/json').end(asset.content);
      });
    },
  };
}

function loadLanguages(id: string, entries: ReturnType<typeof cataloguesIn>): string {
  if (id === LANGUAGES) {
    const addresses = entries.map(([code, { page, sentences }]) => [
      code,
      { page: page.address, sentences: sentences.address },
    ]);
    return `export default ${JSON.stringify(Object.fromEntries(addresses))};`;
  }
  return `export default {${entries.map(([code, { page, sentences }]) => `"${code}":{...${page.content},...${sentences.content}}`).join()}};`;
}

function cataloguesIn(folder: string): Array<[code: string, Catalogue]> {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const code = file.replace('.json', '');
      const { page, sentences } = compileCatalogue(readFileSync(`${folder}/${file}`, 'utf8'));
      return [
        code,
        { page: assetOf(code, page), sentences: assetOf(`${code}-sentences`, sentences) },
      ];
    });
}

function assetOf(name: string, content: string): Asset {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return { address: `/assets/${name}-${hash}.json`, content };
}

/** Compiles a catalogue. @throws Error if two texts have the same id: one of them has to be rephrased */
export function compileCatalogue(source: string): { page: string; sentences: string } {
  const texts = fieldsOf(JSON.parse(source));
  const ids = new Map<string, string>();
  for (const english of Object.keys(texts)) {
    const other = ids.get(textId(english));
    if (other !== undefined) throw new Error(`"${english}" and "${other}" have the same id`);
    ids.set(textId(english), english);
  }
  const [page, sentences] = [false, true].map((areSentences) => {
    const some = [...ids].filter(([, english]) => SENTENCE_TEXTS.has(english) === areSentences);
    return JSON.stringify(Object.fromEntries(some.map(([id, english]) => [id, texts[english]])));
  });
  return { page: page ?? '', sentences: sentences ?? '' };
}
