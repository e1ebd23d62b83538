import { hideForm, formStreamOf, type FormStream } from '~/platform/http/form-stream.server';

/** A form as it reaches a server function: its bytes under a type that the framework leaves alone. */
export function formRequest(url: string, data: FormData, headers?: Headers): Request {
  const request = new Request(url, { method: 'POST', ...(headers && { headers }), body: data });
  hideForm(request.headers);
  return request;
}

/** A form on its way through a server function. */
export function streamOf(data: FormData): FormStream {
  return formStreamOf(formRequest('http://panel.test/', data));
}
