import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Vitest's configuration of a suite that has a folder of its own and runs apart from `npm test`. */
export function slowSuite(
  folder: string,
  test: NonNullable<ViteUserConfig['test']>,
  plugins: ViteUserConfig['plugins'] = [],
) {
  return defineConfig({
    plugins,
    resolve: { tsconfigPaths: true },
    test: {
      environment: 'node',
      include: [`tests/${folder}/*.{test,bench}.ts`],
      disableConsoleIntercept: true,
      ...test,
    },
  });
}
