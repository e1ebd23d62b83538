import { imageValue, type ImageValue } from '~/fields/image';
import { useForm } from '@tanstack/react-form';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ImageField } from '~/kit/form/image-field';
import { FormField } from '~/kit/form/form-field';
import { formContext } from '~/kit/form/field-frame';

const PROBLEM = 'Please select a valid image file (JPEG, PNG, or WebP)';
const NEW_URL = 'blob:http://localhost/new';

const OLD = { existingUrl: '/media/old.webp', file: null, removed: false };

const png = new File(['png'], 'house.png', { type: 'image/png' });
const text = new File(['text'], 'house.txt', { type: 'text/plain' });

const revoke = vi.fn<(url: string) => void>();

beforeEach(() => {
  revoke.mockClear();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue(NEW_URL);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoke);
});

interface ExampleProps {
  existingUrl: string | null;
  onValue: (value: ImageValue) => void;
  onReject: (message: string) => void;
}

function Example({ existingUrl, onValue, onReject }: ExampleProps) {
  const form = useForm({ defaultValues: { image: imageValue(existingUrl) } });
  return (
    <formContext.Provider value={form}>
      <FormField name="image" onChange={() => onValue(form.state.values.image)}>
        <ImageField
          label="Building Image"
          validate={(file) => (file.type === 'image/png' ? null : PROBLEM)}
          onReject={onReject}
        />
      </FormField>
    </formContext.Provider>
  );
}

async function showField(existingUrl: string | null) {
  const onValue = vi.fn<(value: ImageValue) => void>();
  const onReject = vi.fn<(message: string) => void>();
  const view = render(<Example {...{ existingUrl, onValue, onReject }} />);
  const input = await screen.findByLabelText<HTMLInputElement>('Building Image');
  return { input, onValue, onReject, user: userEvent.setup({ applyAccept: false }), ...view };
}

function drop(target: Element, ...files: File[]): void {
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  fireEvent.drop(target, { dataTransfer: { files, items, types: ['Files'] } });
}

const preview = () => screen.queryByRole('img', { name: 'Building Image preview' });
const removeButton = () => screen.getByRole('button', { name: 'Remove' });

test('the file input has the name of the field and is reached by keyboard', async () => {
  const { input, user } = await showField(null);
  expect(input).toHaveAttribute('type', 'file');
  expect(input).toHaveAccessibleName('Building Image');
  await user.tab();
  expect(input).toHaveFocus();
});

test('a chosen file is previewed', async () => {
  const { input, onValue, user } = await showField(null);
  await user.upload(input, png);
  await waitFor(() =>
    expect(onValue).toHaveBeenLastCalledWith({ existingUrl: null, file: png, removed: false }),
  );
  expect(preview()).toHaveAttribute('src', NEW_URL);
  expect(screen.getByText('house.png')).toBeVisible();
});

test('a dropped file is taken as well', async () => {
  const { input, onValue } = await showField(null);
  drop(input, png);
  await waitFor(() =>
    expect(onValue).toHaveBeenLastCalledWith(expect.objectContaining({ file: png })),
  );
});

test('several files at once are rejected', async () => {
  const { input, onValue, onReject } = await showField(null);
  drop(input, png, png);
  await waitFor(() => expect(onReject).toHaveBeenCalledWith('Please choose one image only'));
  expect(onValue).not.toHaveBeenCalled();
});

test('an invalid file is rejected and the input cleared; what was there stays', async () => {
  const { input, onValue, onReject, user } = await showField('/media/old.webp');
  await user.upload(input, text);
  await waitFor(() => expect(onReject).toHaveBeenCalledWith(PROBLEM));
  expect(input.value).toBe('');
  expect(onValue).not.toHaveBeenCalled();
  expect(preview()).toHaveAttribute('src', '/media/old.webp');
});

test('removing the existing image flags it, and the focus continues to the input; a new file cancels that', async () => {
  const { input, onValue, user } = await showField('/media/old.webp');
  await user.click(removeButton());
  expect(onValue).toHaveBeenLastCalledWith({ ...OLD, removed: true });
  expect(preview()).not.toBeInTheDocument();
  expect(input).toHaveFocus();
  await user.upload(input, png);
  await waitFor(() => expect(onValue).toHaveBeenLastCalledWith({ ...OLD, file: png }));
});

test('removing a new file brings the existing image back and gives the address back', async () => {
  const { input, onValue, user } = await showField('/media/old.webp');
  await user.upload(input, png);
  await waitFor(() => expect(preview()).toHaveAttribute('src', NEW_URL));
  expect(revoke).not.toHaveBeenCalled();
  await user.click(removeButton());
  expect(onValue).toHaveBeenLastCalledWith(OLD);
  expect(preview()).toHaveAttribute('src', '/media/old.webp');
  expect(revoke).toHaveBeenCalledWith(NEW_URL);
});

test('leaving the page gives the address back', async () => {
  const { input, user, unmount } = await showField(null);
  await user.upload(input, png);
  await waitFor(() => expect(preview()).toBeInTheDocument());
  unmount();
  expect(revoke).toHaveBeenCalledWith(NEW_URL);
});

test('an image that cannot be loaded says so and can still be removed', async () => {
  await showField('/media/gone.webp');
  const image = preview();
  if (image) fireEvent.error(image);
  expect(screen.getByText('This image cannot be shown')).toBeVisible();
  expect(removeButton()).toBeEnabled();
});
