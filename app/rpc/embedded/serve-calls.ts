import type { RouteHandler } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { CallGroup } from '~/rpc/declare';
import type { z } from '~/fields/zod';
import { requireRights } from '~/accounts/server/auth-middleware';
import { seenTag } from './entity-tag';
import { describeForms, routeOf, type SentAsText } from './route-of';
import type { ApiContext, ApiEnv, ApiRouter } from './router';

type Name<Group extends CallGroup> = keyof Group['calls'] & string;
type Route<Group extends CallGroup, N extends Name<Group>> = ReturnType<typeof routeOf<Group, N>>;
type ContextOf<Group extends CallGroup, N extends Name<Group>> = Parameters<
  RouteHandler<Route<Group, N>, ApiEnv>
>[0];

/** Type of an answer before it becomes JSON: its times may be dates. */
type Unsent<T> = T extends string
  ? T | (string extends T ? Date : never)
  : T extends object
    ? { readonly [Key in keyof T]: Unsent<T[Key]> }
    : T;

/** An answer, and the part from which its ETag is computed. */
export class Tagged<T> {
  constructor(
    readonly answer: T,
    readonly part: object,
  ) {}
}

/** Result of a handler: a value of the answer's schema, nothing (204), or a finished response. */
type AnswerOf<C> = C extends SentAsText
  ? Response
  : C extends { answer: infer Schema extends z.ZodType }
    ? C extends { isVersioned: true }
      ? Tagged<Unsent<z.input<Schema>>>
      : Unsent<z.input<Schema>>
    : void;

type Handlers<Group extends CallGroup> = {
  [N in Name<Group>]?: (
    c: ContextOf<Group, N>,
  ) => AnswerOf<Group['calls'][N]> | Promise<AnswerOf<Group['calls'][N]>>;
};

/** A middleware that runs before the input is read, for all calls but those in `except`. */
interface Guard<N> {
  middleware: MiddlewareHandler<ApiEnv>;
  except?: readonly N[];
}

/** Adds the routes of a group's calls, in the order of their handlers. */
export function serveCalls<const Group extends CallGroup>(
  router: ApiRouter,
  group: Group,
  handlers: Handlers<Group>,
  guard?: Guard<Name<Group>>,
): ApiRouter;
export function serveCalls(
  router: ApiRouter,
  group: CallGroup,
  handlers: Readonly<Record<string, ((c: ApiContext) => unknown) | undefined>>,
  guard?: Guard<string>,
): ApiRouter {
  describeForms(router, group);
  for (const [name, handle] of Object.entries(handlers)) {
    if (!handle) continue;
    const { asks = 'accounts', isCreated } = group.calls[name] ?? {};
    const rest = guard && !guard.except?.includes(name) ? [guard.middleware] : [];
    const middleware = [requireRights(asks), ...rest];
    router.openapi({ ...routeOf(group, name), middleware }, async (c): Promise<Response> => {
      const answer = await handle(c);
      if (answer instanceof Response) return answer;
      const status = isCreated ? 201 : 200;
      if (answer instanceof Tagged)
        return c.json(answer.answer, status, { etag: seenTag(answer.part) });
      return answer === undefined ? c.body(null, 204) : c.json(answer, status);
    });
  }
  return router;
}
