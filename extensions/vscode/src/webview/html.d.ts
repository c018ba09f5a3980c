// Pages are bundled as their text.
declare module '*.html' {
  const text: string;
  export default text;
}
