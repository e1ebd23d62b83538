/**
 * The reference page: no framework, no design; it fetches the same list from the API with the same token and paints the
 * first screenful of rows (a spacer stands for the rest). `?search` and the sort buttons ask the API again after the
 * same pause as the panel's.
 */
export const STATIC_PAGE_PATH = '/bench-static.html';

export const STATIC_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Reference</title>
<input id="search" aria-label="Search"><button id="sort">Name</button>
<table><tbody id="rows"></tbody></table><div id="rest"></div>
<script>
let order = 'asc', timer;
const search = document.getElementById('search');
async function show() {
  const query = new URLSearchParams({ sort_by: 'name', sort_order: order });
  if (search.value) query.set('search', search.value);
  const answer = await fetch('/api/admin/condos?' + query, {
    headers: { authorization: 'Bearer ' + localStorage.getItem('access_token') },
  });
  const list = await answer.json();
  const rows = document.getElementById('rows');
  rows.replaceChildren(...list.slice(0, 30).map((condo) => {
    const row = document.createElement('tr');
    row.dataset.version = order + search.value;
    for (const text of [condo.id, condo.name, condo.address, condo.city, condo.created_at]) {
      row.insertCell().textContent = text;
    }
    return row;
  }));
  document.getElementById('rest').style.height = Math.max(0, list.length - 30) * 50 + 'px';
}
search.oninput = () => { clearTimeout(timer); timer = setTimeout(show, 250); };
document.getElementById('sort').onclick = () => { order = order === 'asc' ? 'desc' : 'asc'; show(); };
show();
</script></html>`;
