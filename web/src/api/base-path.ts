declare global {
  interface Window {
    /** Written into the page by the panel, under the incumbent's name (specification: SPA). */
    X_UI_BASE_PATH?: string
  }
}

/** Always with a slash at both ends; '/' where the page was not served by the panel. */
export const basePath = (): string => window.X_UI_BASE_PATH ?? '/'
