import { ApiError } from '../http/api-error';
import { HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { SheetError } from '~/sheets/formats/sheet-error';

/** A file that cannot be read is the caller's error. */
export async function explainSheet<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SheetError) throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, error.message);
    throw error;
  }
}
