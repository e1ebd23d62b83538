/**
 * The reference page: no framework, no design; it fetches the same list from the API with the same token and paints the
 * first screenful of rows (a spacer takes the height of the rest). Search, the sort button and Next ask the API again, search
 * after the same pause as the panel's.
 */
export const STATIC_PAGE_PATH = '/bench-static.html';

export interface StaticList {
  /** The API's path, such as `/admin/condos`. */
  path: string;
  /** Parameters of its first call. */
  query: Readonly<Record<string, string>>;
  /** The fields that its rows show. */
  fields: readonly string[];
}

export function staticPage(list: StaticList): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Reference</title>
<input id="search" aria-label="Search"><button id="sort">Name</button><button id="next">Next</button>
<table><tbody id="rows"></tbody></table><div id="rest"></div>
<script>
const { path, query, fields } = ${JSON.stringify(list)};
let timer;
const search = document.getElementById('search');
async function show() {
  const asked = new URLSearchParams(query);
  if (search.value) asked.set('search', search.value);
  const answer = await fetch('/api' + path + '?' + asked, {
    headers: { authorization: 'Bearer ' + localStorage.getItem('access_token') },
  });
  const body = await answer.json();
  const list = Array.isArray(body) ? body : body.data;
  const rows = document.getElementById('rows');
  rows.replaceChildren(...list.slice(0, 30).map((record) => {
    const row = document.createElement('tr');
    for (const field of fields) row.insertCell().textContent = record[field];
    return row;
  }));
  document.getElementById('rest').style.height = Math.max(0, list.length - 30) * 50 + 'px';
}
search.oninput = () => { clearTimeout(timer); timer = setTimeout(show, 250); };
document.getElementById('sort').onclick = () => {
  query.sort_order = query.sort_order === 'asc' ? 'desc' : 'asc';
  show();
};
document.getElementById('next').onclick = () => { query.page = String(Number(query.page) + 1); show(); };
show();
</script></html>`;
}
