import { hideForm, readFormStream, type FormStream } from '~/lib/form-stream.server';

/** What was put into each body: the classes of a UI test's browser and of Node do not read each other's files. */
const forms = new WeakMap<ReadableStream, FormData>();

/** A form as it reaches a server function: its bytes under a type that the framework leaves alone. */
export function formRequest(data: FormData, headers: Record<string, string> = {}): Request {
  const request = new Request('http://panel.test/', { method: 'POST', headers, body: data });
  hideForm(request.headers);
  if (request.body) forms.set(request.body, data);
  return request;
}

/** A form on its way through a server function. */
export function streamOf(data: FormData): FormStream {
  const form = readFormStream(formRequest(data));
  if (!form) throw new Error('The request has no form');
  return form;
}

/** The form that such a request was made of. */
export function formOf({ body }: FormStream): FormData {
  const form = forms.get(body);
  if (!form) throw new Error('No form of a test');
  return form;
}
