/** The words of the app by language and part; tools/words.ts makes it from `locales/`. */
declare module 'virtual:words' {
  type Messages = Readonly<Partial<Record<string, string>>>
  type Load = () => Promise<{ default: Messages }>

  interface LanguageModule {
    /** What is needed before any page. */
    first: Messages
    /** The other parts of app.json, by their names. */
    parts: Readonly<Partial<Record<string, Load>>>
    /** Whole files of the catalogue. */
    files: Readonly<Record<'refusals' | 'notices' | 'alerts', Load>>
  }

  export const catalogue: Readonly<Partial<Record<string, () => Promise<LanguageModule>>>>
}
