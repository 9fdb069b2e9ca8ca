import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["build/", "dist/", "eslint.config.mjs", "package.mjs"] },
  tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  { files: ["test/**"], rules: { "@typescript-eslint/no-floating-promises": "off" } },
);
