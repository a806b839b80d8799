import pytest

from bot.text.catalogue import Catalogue
from bot.text.languages import DEFAULT, TAGS


@pytest.fixture(scope="session")
def catalogue():
    return Catalogue.load()


@pytest.fixture(params=TAGS)
def texts(request, catalogue):
    return catalogue.texts_for(request.param)


@pytest.fixture
def english(catalogue):
    return catalogue.texts_for(DEFAULT.tag)
