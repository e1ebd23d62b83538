import { createRoot } from 'react-dom/client';
import {
  Admin,
  CustomRoutes,
  Datagrid,
  DateField,
  Edit,
  EditButton,
  Layout,
  List,
  Menu,
  PrevNextButtons,
  Resource,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
  useGetOne,
} from 'react-admin';
import { Route } from 'react-router-dom';

/* The panel's screens by react-admin: the same values, and its own look. scripts/bench.mjs installs it when it is measured. */

async function call(path) {
  const authorization = `Bearer ${localStorage.getItem('access_token')}`;
  return (await fetch(`/api/admin/${path}`, { headers: { authorization } })).json();
}

/** The paths of the resources' lists: a page of users, and whole lists of the others. */
const LISTS = {
  condos: () => 'condos?sort_by=name&sort_order=asc',
  users: (page) => `users?page=${page}&page_size=10`,
  'pending-invitations': () => 'invitations',
};

const dataProvider = {
  async getList(resource, { pagination: { page, perPage } }) {
    const list = await call(LISTS[resource](page));
    if (!Array.isArray(list)) return { data: list.data, total: list.pagination.total };
    return { data: list.slice((page - 1) * perPage, page * perPage), total: list.length };
  },
  async getOne(resource, { id }) {
    return { data: { id, ...(await call(resource === 'stats' ? id : `${resource}/${id}`)) } };
  },
};

const FIELDS = ['name', 'address', 'city', 'state', 'zip_code', 'country', 'website'].concat([
  'date_built',
  'number_of_units',
  'description',
]);

function Records({ fields, perPage }) {
  return (
    <List perPage={perPage} sort={{ field: 'name', order: 'ASC' }} exporter={false}>
      <Datagrid rowClick="show" bulkActionButtons={false}>
        {fields.map((source) => (
          <TextField key={source} source={source} sortable={false} />
        ))}
        <DateField source="created_at" showTime sortable={false} />
      </Datagrid>
    </List>
  );
}

const actions = (
  <TopToolbar>
    <PrevNextButtons linkType="show" sort={{ field: 'name', order: 'ASC' }} />
    <EditButton label="Edit" />
  </TopToolbar>
);

const showCondo = (
  <Show actions={actions}>
    <SimpleShowLayout>
      {FIELDS.map((source) => (
        <TextField key={source} source={source} component={source === 'name' ? 'h1' : 'span'} />
      ))}
    </SimpleShowLayout>
  </Show>
);

const editCondo = (
  <Edit>
    <SimpleForm>
      {FIELDS.map((source) => (
        <TextInput key={source} source={source} />
      ))}
    </SimpleForm>
  </Edit>
);

const COUNTS = ['totalCondos', 'totalApartments', 'totalUsers', 'pendingInvitations'];

function Dashboard() {
  const { data: stats } = useGetOne('stats', { id: 'dashboard-stats' });
  return (
    stats && (
      <>
        <h1>Dashboard</h1>
        {COUNTS.map((name) => (
          <p key={name}>{`${name} ${stats[name].toLocaleString('en-US')}`}</p>
        ))}
      </>
    )
  );
}

const bulk = (
  <>
    <h1>Bulk Operations</h1>
    <input type="file" aria-label="File" />
  </>
);

const Entries = () => (
  <Menu>
    {['dashboard', 'condos', 'users', 'pending-invitations', 'bulk-operations'].map((path) => (
      <Menu.Item key={path} to={`/${path}`} primaryText={path} />
    ))}
  </Menu>
);

const Frame = (props) => <Layout {...props} menu={Entries} />;

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} layout={Frame} disableTelemetry>
    <Resource
      name="condos"
      list={<Records fields={['id', 'name', 'address', 'city', 'country']} perPage={50} />}
      show={showCondo}
      edit={editCondo}
    />
    <Resource
      name="users"
      list={<Records fields={['first_name', 'last_name', 'email']} perPage={10} />}
    />
    <Resource
      name="pending-invitations"
      list={<Records fields={['email', 'role']} perPage={50} />}
    />
    <CustomRoutes>
      <Route path="/dashboard" element={<Dashboard />} />
      <Route path="/bulk-operations" element={bulk} />
    </CustomRoutes>
  </Admin>,
);
