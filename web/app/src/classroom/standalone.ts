import { mount } from 'svelte';
import { settings, type Language } from '../settings.svelte';
import theme from '../theme.css?inline';
import Standalone from './Standalone.svelte';

// The page that gambito explain --html writes: what the classroom shows, without a
// server. The steps stand in the page as JSON.

settings.language = document.documentElement.lang as Language;
const style = document.createElement('style');
style.textContent = theme;
document.head.append(style);
mount(Standalone, { target: document.body, props: JSON.parse(document.getElementById('lessons')!.textContent!) });
