// Whether the page is dark: as the editor around it is, else as the system is.

const kDark = '(prefers-color-scheme: dark)';

export function isDark() {
  const { classList } = document.body;
  if (classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light')) return false;
  return classList.contains('vscode-dark') || classList.contains('vscode-high-contrast') || matchMedia(kDark).matches;
}

/** @param {() => void} changed */
export function onThemeChange(changed) {
  matchMedia(kDark).addEventListener('change', changed);
  new MutationObserver(changed).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}
