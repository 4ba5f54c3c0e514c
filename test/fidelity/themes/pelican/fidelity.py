# The site's own configuration without the plugins that are not there, and a list of all articles as Pelican has made them.
import importlib.util
import json
import os
import sys

sys.path.insert(0, os.getcwd())
from pelicanconf import *  # noqa: E402,F403
from pelican import signals  # noqa: E402

PLUGINS = [name for name in globals().get('PLUGINS', []) if importlib.util.find_spec(name.split('.')[0])]
THEME = 'simple'
DIRECT_TEMPLATES = []
TEMPLATE_PAGES = {}


def listed(generators):
    posts = [
        dict(
            path=os.path.relpath(article.source_path),
            url='/' + article.url.lstrip('/'),
            title=str(article.title),
            date=article.date.isoformat(),
            html=article.content,
        )
        for generator in generators
        for article in getattr(generator, 'articles', []) + getattr(generator, 'translations', [])
    ]
    with open(os.environ['FIDELITY'], 'w') as file:
        json.dump(posts, file)


signals.all_generators_finalized.connect(listed, weak=False)
