import { createFileRoute } from '@tanstack/react-router';
import { createServerFn } from '@tanstack/react-start';

const greetFn = createServerFn().handler(() => 'Hello');

export const Route = createFileRoute('/')({ loader: () => greetFn(), component: Hello });

function Hello() {
  return <p>{Route.useLoaderData()}</p>;
}
